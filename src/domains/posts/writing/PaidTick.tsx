interface Props {
  isPaid: boolean;
  onChange: (isPaid: boolean) => void;
  disabled?: boolean;
  /** Id of its form, if it is outside of it. */
  form?: string;
}

/** Says that somebody paid for the post. */
export const PaidTick = ({ isPaid, onChange, disabled, form }: Props) => (
  <label className="post-when">
    <input
      type="checkbox"
      name="is_paid"
      value="1"
      form={form}
      checked={isPaid}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    Paid post
  </label>
);
