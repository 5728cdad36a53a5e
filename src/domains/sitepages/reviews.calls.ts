import type {
  AnswerReviewInput,
  CreateReviewInput,
  EditReviewInput,
  FeatureReviewInput,
  ReviewAnswer,
  ReviewIdInput,
  ReviewsAnswer,
  ReviewsInput,
} from '#domains/sitepages/reviews/reviews.schema.ts';
import { del, get, post } from '#lib/rest.ts';

export const listReviews = get<ReviewsInput, ReviewsAnswer>('/sitepage/reviews/browse/:id');
export const createReview = post<CreateReviewInput, ReviewAnswer>('/sitepage/reviews/create/:id');
export const editReview = post<EditReviewInput, ReviewAnswer>(
  '/sitepage/reviews/edit/:page_id/:review_id',
);
export const deleteReview = del<ReviewIdInput, void>(
  '/sitepage/reviews/delete/:page_id/:review_id',
);
export const featureReview = post<FeatureReviewInput, void>('/admin/reviews/feature');
export const answerReview = post<AnswerReviewInput, ReviewAnswer>(
  '/sitepage/reviews/answer/:page_id/:review_id',
);
