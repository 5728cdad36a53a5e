/** Answers of a member to an item of a container. Only who is going takes places. */
export const answers = ['going', 'maybe', 'declined'] as const;
export type Answer = (typeof answers)[number];

export const maxSeats = 10;

export interface ItemAnswer {
  answer: Answer;
  seats?: number;
}
