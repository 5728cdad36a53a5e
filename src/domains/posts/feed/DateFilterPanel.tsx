import { CalendarX2 } from 'lucide';
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { monthAt, monthLabel, monthNumber } from '#lib/months.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import './DateFilter.css';

const settled = 750;

export interface DateFilterPanelProps {
  first: string;
  last: string;
  /** The chosen months. */
  from: string;
  to: string;
  /** Called some time after the last move. */
  onChange: (from: string, to: string) => void;
  onClose: () => void;
}

/** A range slider in steps of a month, made of two native ones for touch and keyboard. */
export function DateFilterPanel({
  first,
  last,
  from,
  to,
  onChange,
  onClose,
}: DateFilterPanelProps) {
  const firstMonth = monthNumber(first);
  const lastMonth = monthNumber(last);
  const [ends, setEnds] = useState([monthNumber(from), monthNumber(to)] as const);
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<number>(undefined);
  const pending = useRef<() => void>(undefined);

  // Changed elsewhere or by Back.
  useEffect(() => {
    if (!pending.current) setEnds([monthNumber(from), monthNumber(to)]);
  }, [from, to]);

  // Applies the choice if it is closed before the delay has passed.
  useEffect(() => () => pending.current?.(), []);
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  const choose = (start: number, end: number) => {
    setEnds([start, end]);
    clearTimeout(timer.current);
    pending.current = () => {
      clearTimeout(timer.current);
      pending.current = undefined;
      onChange(monthAt(start), monthAt(end));
    };
    timer.current = window.setTimeout(() => pending.current?.(), settled);
  };
  const move = (end: 0 | 1, value: number) =>
    end === 0
      ? choose(Math.min(value, ends[1]), ends[1])
      : choose(ends[0], Math.max(value, ends[0]));

  /** A click on the track moves the nearer end there. */
  const press = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLInputElement) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const value = Math.round(
      firstMonth + ((event.clientX - left) / width) * (lastMonth - firstMonth),
    );
    const end = Math.abs(value - ends[0]) <= Math.abs(value - ends[1]) ? 0 : 1;
    move(end, value);
    box.current!.querySelectorAll('input')[end]!.focus();
  };
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  const share = (value: number) =>
    lastMonth > firstMonth ? (value - firstMonth) / (lastMonth - firstMonth) : 1;
  const input = (end: 0 | 1, label: string) => (
    <input
      type="range"
      min={firstMonth}
      max={lastMonth}
      value={ends[end]}
      aria-label={label}
      aria-valuetext={monthLabel(monthAt(ends[end]))}
      onChange={(event) => move(end, Number(event.target.value))}
      // With both at the last month, only the first can move.
      className={end === 0 && share(ends[0]) > 0.5 ? 'is-over' : undefined}
    />
  );
  const years = Array.from(
    { length: Math.floor(lastMonth / 12) - Math.ceil(firstMonth / 12) + 1 },
    (_, index) => (Math.ceil(firstMonth / 12) + index) * 12,
  );

  return (
    <Card
      as="section"
      className="date-filter card-edge"
      id="date-filter"
      aria-label="Date filter"
      onKeyDown={close}
    >
      <p className="date-filter-months">
        <b>{monthLabel(monthAt(ends[0]))}</b> to <b>{monthLabel(monthAt(ends[1]))}</b>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- sliders */}
      <div
        ref={box}
        className="date-filter-slider"
        style={{ '--start': share(ends[0]), '--end': share(ends[1]) } as CSSProperties}
        onClick={press}
      >
        <span className="date-filter-track" />
        {input(0, 'From')}
        {input(1, 'To')}
      </div>
      <p className="date-filter-years" aria-hidden="true">
        {years.map((year) => (
          <span key={year} style={{ '--at': share(year) } as CSSProperties}>
            {year / 12}
          </span>
        ))}
      </p>
      <Button
        size="small"
        variant="quiet"
        icon={<Icon of={CalendarX2} />}
        disabled={ends[0] === firstMonth && ends[1] === lastMonth}
        onClick={() => choose(firstMonth, lastMonth)}
      >
        All dates
      </Button>
    </Card>
  );
}
