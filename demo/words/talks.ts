/**
 * A conversation: who says what, one after the other. 0 is the known member, 1 and up are friends.
 */
export interface Talk {
  title: string;
  /** Speaker and text; hours since the previous line, for the last line hours ago. */
  lines: Array<[who: number, text: string]>;
  /** How long ago the last line was written, in hours. */
  endedHoursAgo: number;
  /** How many of the last lines the known member has not read. */
  unread: number;
  /** From somebody who is no friend: waits among the requests. */
  isRequest?: true;
}

/** Inboxes of the two members whose log-ins are printed, newest first. */
export const talks: Talk[] = [
  {
    title: 'Saturday',
    endedHoursAgo: 0.4,
    unread: 2,
    lines: [
      [1, 'Are we still on for Saturday? I could bring the big pot 🍲'],
      [0, 'Yes! I asked the neighbours as well, so the big pot is just right.'],
      [1, 'Lovely. What time shall I come?'],
      [0, 'Around five? Then there is time for chopping, and for the first glass.'],
      [1, 'Five it is.'],
      [1, 'And do you still have those long wooden spoons?'],
    ],
  },
  {
    title: 'The walk on Sunday',
    endedHoursAgo: 3,
    unread: 1,
    lines: [
      [1, 'The path by the river is dry again 🥾 Who is coming along on Sunday?'],
      [2, 'Me! With the dog, if nobody minds.'],
      [0, 'Nobody ever minds the dog.'],
      [1, 'Then half past nine at the bridge. I will bring tea.'],
    ],
  },
  {
    title: 'Your pictures of the lake',
    endedHoursAgo: 20,
    unread: 0,
    lines: [
      [2, 'Your pictures of the lake are wonderful. May I use one for the notice board?'],
      [0, 'Of course, take whichever you like.'],
      [2, 'The one with the fog, then. Thank you! 💛'],
    ],
  },
  {
    title: 'Hello from the choir',
    endedHoursAgo: 27,
    unread: 1,
    isRequest: true,
    lines: [
      [
        3,
        'Hello! We met after the concert. We are still looking for voices on Tuesdays. Would you like to join us?',
      ],
    ],
  },
  {
    title: 'That book',
    endedHoursAgo: 52,
    unread: 0,
    lines: [
      [4, 'I have finished it. What an ending.'],
      [0, 'Say nothing! I have forty pages left.'],
      [4, 'My lips are sealed. Coffee, once you are done?'],
      [0, 'Thursday, in the little place by the station.'],
      [4, 'See you there ☕'],
    ],
  },
  {
    title: 'Tomato seedlings',
    endedHoursAgo: 170,
    unread: 0,
    lines: [
      [5, 'I have far too many seedlings again. Four kinds. Do you want some?'],
      [0, 'Yes please, two of each. I can come by with the bicycle.'],
      [5, 'The gate is open all day.'],
    ],
  },
];
