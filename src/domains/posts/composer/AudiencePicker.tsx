import { Globe, Lock, Users } from 'lucide-react';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import './AudiencePicker.css';

const icons: Record<Audience, typeof Globe> = { everyone: Globe, friends: Users, onlyme: Lock };

/** Who may see it. A native list: it works with every keyboard, screen reader and phone. */
export function AudiencePicker({ value, onChange, disabled }: { value: Audience; onChange: (audience: Audience) => void; disabled?: boolean }) {
  const Icon = icons[value];
  return (
    <label className="audience">
      <Icon aria-hidden="true" />
      <span className="sr-only">Who can see this post</span>
      <select name="auth_view" value={value} disabled={disabled} onChange={(event) => onChange(event.target.value as Audience)}>
        {Object.entries(audienceLabels).map(([audience, label]) => (
          <option key={audience} value={audience}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
