import * as calls from '#domains/sitepages/reviews.calls.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { listReviews, type ReviewQuery } from './review-list.server.ts';
import * as shapes from './reviews.schema.ts';
import {
  answerReview,
  createReview,
  deleteReview,
  editReview,
  featureReview,
  type ReviewText,
} from './reviews.server.ts';
import { reviewView } from './reviews.views.server.ts';

const shows = {
  '': 'all',
  friends_reviews: 'friends',
  self_reviews: 'own',
  featured: 'featured',
} as const;

const toText = ({ recommend, ...fields }: shapes.ReviewFields): ReviewText => ({
  ...fields,
  isRecommended: recommend === 1,
});

export const reviewsHandlers: Handler[] = [
  handle(
    calls.listReviews,
    shapes.reviewsInput,
    shapes.reviewsAnswer,
    async (member, { id, show, recommend, type, ...query }, request) => {
      const asked: ReviewQuery = { ...query, show: shows[show], isRecommended: recommend === 1 };
      const list = await listReviews(member, id, asked);
      // Reviews by editors do not exist, so that their list is empty.
      const rows = type === 'editor' ? [] : list.reviews;
      const reviews = rows.map((row) => reviewView(row, originFor(request)));
      return {
        total_reviews: list.total,
        totalItemCount: type === 'editor' ? 0 : list.found,
        canCreate: list.canCreate ? 1 : 0,
        average: list.average,
        reviews,
        response: reviews,
      };
    },
    { summary: 'Reviews of a page' },
  ),
  handle(
    calls.createReview,
    shapes.createReviewInput,
    shapes.reviewAnswer,
    async (member, { id, ...fields }, request) => ({
      response: reviewView(await createReview(member, id, toText(fields)), originFor(request)),
    }),
    { limit: 'review', form: { done: 'Review published.' }, summary: 'Review a page, once' },
  ),
  handle(
    calls.editReview,
    shapes.editReviewInput,
    shapes.reviewAnswer,
    async (member, { page_id, review_id, ...fields }, request) => ({
      response: reviewView(
        await editReview(member, page_id, review_id, toText(fields)),
        originFor(request),
      ),
    }),
    { limit: 'review', form: { done: 'Review changed.' }, summary: 'Change your own review' },
  ),
  handle(
    calls.deleteReview,
    shapes.reviewIdInput,
    noContent,
    (member, { page_id, review_id }) => deleteReview(member, page_id, review_id),
    { form: { done: 'Review deleted.' }, summary: 'Delete your own review' },
  ),
  handle(
    calls.featureReview,
    shapes.featureReviewInput,
    noContent,
    (member, { review_id, featured }) => featureReview(member, review_id, featured === 1),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'For moderators: mark a review as featured',
    },
  ),
  handle(
    calls.answerReview,
    shapes.answerReviewInput,
    shapes.reviewAnswer,
    async (member, { page_id, review_id, answer }, request) => ({
      response: reviewView(
        await answerReview(member, page_id, review_id, answer),
        originFor(request),
      ),
    }),
    { form: { done: 'Reply saved.' }, summary: 'Reply to a review in the name of the page' },
  ),
];
