import { useId } from 'react';
import { classes } from './classes.ts';
import { FieldNotes, notedField } from './Field.tsx';
import './DateTimePicker.css';

export interface DateTimePickerProps {
  label: string;
  name: string;
  /** A wall time without a zone: `2026-11-21T18:05`. */
  value: string;
  /** The earliest and latest value that can be chosen. */
  min: string;
  max: string;
  /** Minutes; a divisor of 60. */
  step: number;
  hint?: string;
  error?: string | null;
  onChange: (value: string) => void;
}

const two = (amount: number) => String(amount).padStart(2, '0');
const hours = Array.from({ length: 24 }, (_, hour) => two(hour));
const hourLabel = (hour: string) => `${Number(hour) % 12 || 12} ${Number(hour) < 12 ? 'AM' : 'PM'}`;

/** Native fields for day, hour and minute that offer only valid values. */
export function DateTimePicker({
  label,
  name,
  value,
  min,
  max,
  step,
  hint,
  error,
  onChange,
}: DateTimePickerProps) {
  const id = useId();
  const [day = '', time = ''] = value.split('T');
  const [hour = '00', minute = '00'] = time.split(':');
  const isOffered = (wall: string) => wall >= min && wall <= max;
  const lastMinute = two(60 - step);
  const minutes = Array.from({ length: 60 / step }, (_, index) => two(index * step));
  const hoursOn = (on: string) =>
    hours.filter((one) => `${on}T${one}:${lastMinute}` >= min && `${on}T${one}:00` <= max);
  const minutesAt = (on: string, at: string) =>
    minutes.filter((one) => isOffered(`${on}T${at}:${one}`));

  /** Picks the nearest valid value: another day may lack the hour, another hour the minute. */
  const choose = (on: string, at: string, minutePart: string) => {
    if (!on) return;
    const offeredHours = hoursOn(on);
    const newHour = offeredHours.includes(at)
      ? at
      : (offeredHours.find((one) => one >= at) ?? offeredHours.at(-1) ?? at);
    const offeredMinutes = minutesAt(on, newHour);
    const newMinute = offeredMinutes.includes(minutePart)
      ? minutePart
      : (offeredMinutes.find((one) => one >= minutePart) ?? offeredMinutes.at(-1) ?? minutePart);
    onChange(`${on}T${newHour}:${newMinute}`);
  };

  const shared = notedField({ id, error, hint });
  // The chosen value stays listed even after it has passed.
  const withChosen = (offers: string[], chosen: string) =>
    offers.includes(chosen) ? offers : [chosen, ...offers];
  return (
    <fieldset className={classes('date-time', error && 'field-wrong')}>
      <legend>{label}</legend>
      <div className="date-time-fields">
        <input
          {...shared}
          type="date"
          name={`${name}-day`}
          aria-label="Day"
          required
          value={day}
          min={min.slice(0, 10)}
          max={max.slice(0, 10)}
          onChange={(event) => choose(event.target.value, hour, minute)}
        />
        <select
          {...shared}
          name={`${name}-hour`}
          aria-label="Hour"
          value={hour}
          onChange={(event) => choose(day, event.target.value, minute)}
        >
          {withChosen(hoursOn(day), hour).map((one) => (
            <option key={one} value={one}>
              {hourLabel(one)}
            </option>
          ))}
        </select>
        <select
          {...shared}
          name={`${name}-minute`}
          aria-label="Minute"
          value={minute}
          onChange={(event) => choose(day, hour, event.target.value)}
        >
          {withChosen(minutesAt(day, hour), minute).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </fieldset>
  );
}
