import { answers } from '#domains/containers/answers/answers.rules.ts';
import { wayToJoin } from '#domains/containers/container-access.rules.ts';
import type { Action } from '#domains/containers/kit/container-screens.ts';
import type { EventItem } from '#domains/events/event-rows.server.ts';
import { answerEvent, kitCalls } from '#domains/events/events.calls.ts';
import { answerLabels, answerNumbers, takesAnswers } from '#domains/events/events.rules.ts';
import { seatsLeft } from '#domains/events/events.views.server.ts';

/** Answers that the viewer may give. Whoever does not belong to it yet joins by one, and has none to decline by. */
export function answerChoices(event: EventItem) {
  const way = wayToJoin(event);
  const isGuest = event.membership === 'member';
  // Questions to who asks have a form of their own.
  const asks = way === 'ask' && event.joinQuestions.length === 0;
  const mayAnswer = takesAnswers(event) && (isGuest || way === 'join' || way === 'accept' || asks);
  const isWaiting = typeof event.answer?.queueNo === 'number';
  const isFull = seatsLeft(event) === 0 && (event.answer?.answer !== 'going' || isWaiting);
  const offered = answers.filter(
    (one) =>
      mayAnswer &&
      (isGuest || (one !== 'declined' && !(asks && one === 'maybe'))) &&
      (one !== 'going' || !isFull || event.hasQueue || asks),
  );
  const labels = { ...answerLabels };
  if (asks) labels.going = 'Ask to come';
  else if (isFull) labels.going = isWaiting ? 'Waiting' : 'Join the waiting list';
  const known = event.answer || isGuest ? 'Your answer' : 'Are you coming?';
  const question = event.isAskedAgain ? 'Are you still coming?' : known;
  const call = asks ? kitCalls.requestMembership : answerEvent;
  return { asks, call, offered, labels, question };
}

/** The same as buttons. */
export function answerActions(event: EventItem): Action[] {
  const { id, itemId, answer, membership } = event;
  const { offered, labels, asks, call } = answerChoices(event);
  const actions: Action[] = offered.map((one) => ({
    label: labels[one],
    call,
    input: { id: itemId, rsvp: answerNumbers[one], seats: answer?.seats ?? 1 },
    ...(asks ? { isPrimary: true } : { isPressed: answer?.answer === one }),
  }));
  const isInvited = membership === 'invited' && actions.length > 0;
  const decline = { label: answerLabels.declined, call: kitCalls.ignoreInvitation, input: { id } };
  return isInvited ? [...actions, decline] : actions;
}

/** The name of a menu of them: the answer that was given, if it may still change. */
export function answerLabel(event: EventItem): string | undefined {
  const { answer } = event;
  if (!answer || !takesAnswers(event)) return undefined;
  return answer.queueNo === null ? answerLabels[answer.answer] : 'Waiting';
}

/** That menu beside tabs that do not show the form, for who has no other one. */
export function answerMenu(event: EventItem): Action[] {
  const actions = answerActions(event);
  const { asks, question } = answerChoices(event);
  if (asks || !actions.length) return actions;
  const label = answerLabel(event);
  return [{ label: label ?? 'Answer', isPrimary: !label, menu: { text: question, actions } }];
}
