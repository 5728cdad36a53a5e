import { useState } from 'react';
import { counted } from '#lib/text.ts';
import { Select } from '#ui/Select.tsx';
import { rateVideo } from './videos.store.ts';
import './VideoRating.css';

interface VideoRatingProps {
  id: number;
  /** The average; 0 for none. */
  rating: number;
  count: number;
  /** The own rating; 0 for none. */
  own: number;
  /** Nobody rates an own video. */
  isOwn: boolean;
}

const options = {
  '0': 'Rate this video',
  '1': '1 star',
  '2': '2 stars',
  '3': '3 stars',
  '4': '4 stars',
  '5': '5 stars',
};

/** The ratings of an uploaded video; another choice replaces the own rating. */
export function VideoRating({ id, isOwn, ...served }: VideoRatingProps) {
  const [{ rating, count, own }, setRated] = useState(served);

  async function choose(chosen: number) {
    if (chosen === 0) return;
    const before = { rating, count, own };
    setRated({ ...before, own: chosen });
    const answer = await rateVideo(id, chosen);
    setRated(answer ? { ...answer, own: chosen } : before);
  }

  return (
    <div className="video-rating">
      <p>
        {count > 0 ? (
          <>
            <span aria-hidden="true">★</span> {rating.toFixed(1)} of 5 · {counted(count, 'rating')}
          </>
        ) : (
          'No ratings yet'
        )}
      </p>
      {!isOwn && (
        <Select
          label="Your rating"
          name="rating"
          id={`rating-${id}`}
          hideLabel
          className="needs-script"
          options={options}
          value={String(own)}
          onChange={(event) => void choose(Number(event.target.value))}
        />
      )}
    </div>
  );
}
