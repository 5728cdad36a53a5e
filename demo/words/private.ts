import { templates } from './grammar.ts';
import { slots } from './slots.ts';

/** Private notes. */
export const privateNotes = templates(
  `
  Present for {friend}: {thing}? Or {book}. Ask {relative}.
  Note to self: the spare key is with {friend}, the other one under the third flowerpot.
  Things that went well today: {small}, the talk with {friend}, not saying anything in the meeting.
  Shopping: onions, oats, {spice}, cat food, batteries, something nice.
  Passport runs out in {2-9} months. Passport runs out. PASSPORT.
  I want to learn {instrument}. There, I've written it down.
  Idea for the street party: one long table, from number {2-10} to number {30-60}.
  Do not forget: {weekday}, {hour}, dentist. You moved it twice.
  Dream: we lived on a boat and {friend} was the postman. Remember this one.
  Books to read: {book}, {book}, and the one that {friend} keeps talking about.
  Savings for {country}: {120-900}. Getting there.
  Ask {friend} how the operation went. Don't write. Ring.
  Measurements for the shelf: {61-140} by {18-40}. Check the corner, it isn't straight.
  Gratitude, day {3-90}: {small}.
  Draft of the speech: “Dear {friend}, dear guests, I'll be brief.” (Be brief!)
  Recipe, as told on the phone: {dish}, with {spice}, “and then you wait until it smells right”.
`,
  slots,
);
