import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { $draft, changeDraft } from './composer.store.ts';
import type { ToolDialogProps } from './ComposerTools.island.tsx';
import { isLink } from './draft.rules.ts';
import { LinkCard } from './LinkCard.island.tsx';
import './composer-dialogs.css';

export function LinkDialog({ memberId, onClose }: ToolDialogProps) {
  const { link } = useStore($draft);
  const [text, setText] = useState(link);
  const address = text.trim();
  const isFine = isLink(address);
  const isWrong = address !== '' && !isFine;

  // After the dialog has opened and put the focus on its first button.
  useLayoutEffect(() => document.getElementById('field-composer-link-address')?.focus(), []);

  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isFine) return;
    changeDraft(memberId, { link: address });
    onClose();
  };

  const footer = (
    <>
      {link && (
        <Button
          onClick={() => {
            changeDraft(memberId, { link: '' });
            onClose();
          }}
        >
          Remove
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form="composer-link" variant="primary" disabled={!isFine}>
        Add
      </Button>
    </>
  );
  return (
    <Dialog title="Add Link" open onClose={onClose} footer={footer}>
      <form id="composer-link" className="composer-stack" method="post" onSubmit={add} noValidate>
        <Field
          label="Address"
          name="composer-link-address"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint={
            isWrong ? undefined : 'It begins with http://, https:// or ftp:// and has no spaces.'
          }
          error={
            isWrong ? 'Please enter a link such as https://example.org, without spaces.' : null
          }
          value={text}
          maxLength={2000}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setText(event.target.value)}
        />
        {isFine && <LinkCard uri={address} />}
      </form>
    </Dialog>
  );
}
