import { reportPath } from '#domains/moderation/reports.rules.ts';
import './ad-card.css';

/** An ad as a screen shows it. */
export interface ShownAd {
  id: number;
  title: string;
  body: string;
  payer: string;
  /** Address of its picture; '' for none. */
  image: string;
  /** The site where it leads, such as `example.org`; '' for what is here. */
  host: string;
  /** Why the viewer sees it, in sentences. */
  reasons: string[];
  token: string;
}

/**
 * A card of one height, or without a picture as high as its text, so that nothing moves while it loads.
 * Links to it are not fetched before somebody presses them: following one counts.
 */
export function AdCard({ ad }: { ad: ShownAd }) {
  const { id, title, body, payer, image, host, reasons, token } = ad;
  return (
    <article className="card ad" aria-label={`Ad: ${title}`} data-ad={id} data-token={token}>
      <div className="ad-head">
        <span>
          Ad · <bdi>{payer}</bdi>
        </span>
        <details className="ad-why">
          <summary>Why this ad</summary>
          <div className="card">
            {reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
            <p>
              <a href={`/communityads/${id}/hide`} data-no-prerender>
                Hide this ad
              </a>{' '}
              · <a href={reportPath('ad', id)}>Report</a> · <a href="/ads/library">All ads</a>
            </p>
          </div>
        </details>
      </div>
      <a
        className="ad-link"
        href={`/communityads/go/${id}?token=${token}`}
        target="_blank"
        rel="sponsored noopener noreferrer"
        data-no-prerender
      >
        {image && <img src={image} alt="" loading="lazy" decoding="async" />}
        <span>
          <strong dir="auto">{title}</strong>
          <span dir="auto">{body}</span>
          {host && <small>{host}</small>}
        </span>
        <span className="sr-only">Opens in a new tab</span>
      </a>
    </article>
  );
}
