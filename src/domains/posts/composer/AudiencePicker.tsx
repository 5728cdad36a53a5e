import { Globe, Lock, Users, type IconNode } from 'lucide';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import { audienceField } from '#domains/posts/posts.model.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { Icon } from '#ui/Icon.tsx';
import './AudiencePicker.css';

const icons: Record<Audience, IconNode> = { everyone: Globe, friends: Users, onlyme: Lock };

interface Props {
  value: Audience;
  onChange: (audience: Audience) => void;
  disabled?: boolean;
  /** Texts of the audiences to choose from, all of them without it. */
  labels?: Partial<Record<Audience, string>> | undefined;
  /** Id of its form, if it is outside of it. */
  form?: string;
}

/** Audience select, native for keyboards, screen readers and phones. */
export function AudiencePicker({
  value,
  onChange,
  disabled,
  labels = audienceLabels,
  form,
}: Props) {
  return (
    <label className="audience">
      <Icon of={icons[value]} />
      <span className="sr-only">Who can see this post</span>
      <select
        name={audienceField}
        form={form}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Audience)}
      >
        {Object.entries(labels).map(([audience, label]) => (
          <option key={audience} value={audience}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
