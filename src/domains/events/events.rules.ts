import type { Answer } from '#domains/containers/answers/answers.rules.ts';

export const eventTitleLength = 128;
export const descriptionLength = 5_000;
export const locationLength = 115;
export const reasonLength = 500;
/** Events that one member may own and that are neither over nor cancelled. */
export const eventQuota = 100;
/** Co-hosts beside the owner. */
export const maxCoHosts = 10;
/** Whoever runs longer is a series: what is going on is found by its start. */
export const maxDays = 31;
export const maxCapacity = 100_000;

/** `moved`: to another time; `moved_online`: to its online address. */
export const eventStatuses = [
  'scheduled',
  'moved',
  'moved_online',
  'postponed',
  'cancelled',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** Guests to whom hosts write: with either answer, or one of them. */
export const messageAudiences = ['coming', 'going', 'maybe'] as const;
export type MessageAudience = (typeof messageAudiences)[number];
export const audienceLabels: Record<MessageAudience, string> = {
  coming: 'Going, waiting and maybe',
  going: 'Going',
  maybe: 'Maybe',
};
/** As much as notices quote. */
export const messageLength = 300;

/** Events of a series that a change is about. */
export const scopes = ['this', 'following'] as const;
export type Scope = (typeof scopes)[number];
export const scopeLabels: Record<Scope, string> = {
  this: 'Only this date',
  following: 'This and all following dates',
};
/** Also all of them, for what ends a series. */
export const deleteScopes = ['this', 'following', 'all'] as const;
export type DeleteScope = (typeof deleteScopes)[number];
export const deleteScopeLabels: Record<DeleteScope, string> = {
  ...scopeLabels,
  all: 'The whole series',
};

/** Answers by their numbers in the interface; whoever was invited and has not answered has 3. */
export const answerNumbers: Record<Answer, 0 | 1 | 2> = { declined: 0, maybe: 1, going: 2 };
export const awaitingReply = 3;
export const toAnswer = (rsvp: number): Answer =>
  (Object.keys(answerNumbers) as Answer[]).find((answer) => answerNumbers[answer] === rsvp)!;

export const answerSaved = 'Your answer was saved.';

export const answerLabels: Record<Answer, string> = {
  going: 'Going',
  maybe: 'Maybe',
  declined: 'Not going',
};

/** Names the state of guests whose answer has ended with the day of a date. */
export const answerAgain = 'Answer again';

/** Answers are given until it is over, unless it is cancelled. */
export const takesAnswers = (event: { state: string; isOver: boolean; status: EventStatus }) =>
  event.state === 'open' && !event.isOver && event.status !== 'cancelled';
