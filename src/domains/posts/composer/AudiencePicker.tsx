import { Globe, Lock, Users } from 'lucide-react';
import type { Audience } from '#domains/posts/posts.schema.ts';
import './AudiencePicker.css';

const choices: Record<Audience, { label: string; Icon: typeof Globe }> = {
  everyone: { label: 'Public', Icon: Globe },
  friends: { label: 'Friends Only', Icon: Users },
  onlyme: { label: 'Only Me', Icon: Lock },
};

/** Who may see it. A native list: it works with every keyboard, screen reader and phone. */
export function AudiencePicker({ value, onChange, disabled }: { value: Audience; onChange: (audience: Audience) => void; disabled?: boolean }) {
  const { Icon } = choices[value];
  return (
    <label className="audience">
      <Icon aria-hidden="true" />
      <span className="sr-only">Who can see this post</span>
      <select name="auth_view" value={value} disabled={disabled} onChange={(event) => onChange(event.target.value as Audience)}>
        {Object.entries(choices).map(([audience, { label }]) => (
          <option key={audience} value={audience}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
