import { useStore } from '@nanostores/react';
import {
  CalendarClock,
  Clapperboard,
  ImagePlus,
  Link2,
  SmilePlus,
  UserPlus,
  type IconNode,
} from 'lucide';
import { type ComponentType, type ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useLazyWhen } from '#ui/use-lazy.ts';
import { $draft } from './composer.store.ts';
import { emptyDraft, type Draft, type FileLimits } from './draft.rules.ts';

interface Tool {
  name: ToolName;
  label: string;
  icon: IconNode;
  /** Whether the draft has some of it. */
  isUsed: (draft: Draft) => boolean;
  load: () => Promise<ComponentType<ToolDialogProps>>;
}

const tools: Tool[] = [
  {
    name: 'photos',
    label: 'Add Photo',
    icon: ImagePlus,
    isUsed: ({ photos }) => photos.length > 0,
    load: () => import('./PhotoDialog.island.tsx').then((part) => part.PhotoDialog),
  },
  {
    name: 'video',
    label: 'Add Videos',
    icon: Clapperboard,
    isUsed: ({ video }) => video !== null,
    load: () => import('./VideoDialog.island.tsx').then((part) => part.VideoDialog),
  },
  {
    name: 'tags',
    label: 'Tag A Friend',
    icon: UserPlus,
    isUsed: ({ tags }) => tags.length > 0,
    load: () => import('./TagDialog.island.tsx').then((part) => part.TagDialog),
  },
  {
    name: 'feeling',
    label: 'Feelings / Activities',
    icon: SmilePlus,
    isUsed: ({ feeling }) => feeling !== null,
    load: () => import('./FeelingDialog.island.tsx').then((part) => part.FeelingDialog),
  },
  {
    name: 'link',
    label: 'Add Link',
    icon: Link2,
    isUsed: ({ link }) => link !== '',
    load: () => import('./LinkDialog.island.tsx').then((part) => part.LinkDialog),
  },
  {
    name: 'schedule',
    label: 'Schedule post',
    icon: CalendarClock,
    isUsed: ({ publishAt }) => publishAt !== '',
    load: () => import('./ScheduleDialog.island.tsx').then((part) => part.ScheduleDialog),
  },
];

export interface ComposerToolsProps {
  memberId: number;
  timeZone: string;
  limits: FileLimits;
  open: ToolName | undefined;
  onOpen: (name: ToolName | undefined) => void;
  disabled: boolean;
  /** Further buttons, for the text itself. */
  children?: ReactNode;
}

/**
 * A button for each thing a post can carry; the dialog behind it is fetched when it is first
 * opened.
 */
export function ComposerTools({
  memberId,
  timeZone,
  limits,
  open,
  onOpen,
  disabled,
  children,
}: ComposerToolsProps) {
  const draft = useStore($draft, { ssr: () => emptyDraft });
  return (
    <div className="composer-tools" role="group" aria-label="Add to the post">
      {tools.map((tool) => (
        <ToolButton
          key={tool.name}
          tool={tool}
          isUsed={tool.isUsed(draft)}
          isOpen={open === tool.name}
          disabled={disabled}
          onOpen={() => onOpen(tool.name)}
          dialog={{ memberId, timeZone, limits, onClose: () => onOpen(undefined) }}
        />
      ))}
      {children}
    </div>
  );
}

interface ToolButtonProps {
  tool: Tool;
  isUsed: boolean;
  isOpen: boolean;
  disabled: boolean;
  onOpen: () => void;
  dialog: ToolDialogProps;
}

function ToolButton({
  tool: { name, label, icon, load },
  isUsed,
  isOpen,
  disabled,
  onOpen,
  dialog,
}: ToolButtonProps) {
  const Dialog = useLazyWhen(isOpen, load, dialog.onClose);
  return (
    <>
      <IconButton
        // Links lead to it: other screens offer to post a video.
        id={`add-${name}`}
        className={isUsed ? 'composer-tool-used' : ''}
        label={label}
        icon={<Icon of={icon} />}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={onOpen}
      />
      {Dialog && isOpen && <Dialog {...dialog} />}
    </>
  );
}

export type ToolName = 'photos' | 'video' | 'tags' | 'feeling' | 'link' | 'schedule';

/** Props of the dialog of each tool. Changes are stored immediately. */
export interface ToolDialogProps {
  memberId: number;
  timeZone: string;
  limits: FileLimits;
  onClose: () => void;
}
