import type { FieldList } from '#lib/field-list.ts';

/** Questions that whoever asks to join a container answers. */

export const maxQuestions = 3;
const questionLength = 200;
const answerLength = 500;

/** The reason why these questions cannot be asked of whoever requests membership, or null. */
export function questionsProblem(questions: string[]): string | null {
  if (questions.length > maxQuestions) return `Please ask at most ${maxQuestions} questions.`;
  return questions.some((one) => one.trim() === '' || one.length > questionLength)
    ? `Each question can have up to ${questionLength} characters.`
    : null;
}

/** An answer with its question as it was asked: questions may change, and so may their order. */
export interface JoinAnswer {
  question: string;
  answer: string;
}

/** The reason why these do not answer the questions, by position, or null. */
export function answersProblem(questions: string[], answers: string[]): string | null {
  if (answers.length !== questions.length || answers.some((one) => one.trim() === ''))
    return questions.length ? 'Please answer all questions.' : 'There are no questions to answer.';
  return answers.some((one) => one.length > answerLength)
    ? `Answers can have up to ${answerLength} characters.`
    : null;
}

const ordinals = ['First', 'Second', 'Third'];

/** The fields with which staff sets the questions. */
export const joinQuestionFields: FieldList = Object.fromEntries(
  ordinals.map((ordinal, index) => {
    const wire = `question${index + 1}`;
    const label = `${ordinal} question for people who ask to join`;
    return [wire, { wire, type: 'line', label, max: questionLength }];
  }),
);

/** Their values. */
export const questionValues = (questions: string[]): Record<string, string> =>
  Object.fromEntries(
    Object.keys(joinQuestionFields).map((name, index) => [name, questions[index] ?? '']),
  );
