import { useStore } from '@nanostores/react';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CommentList } from '#domains/comments/comments.schema.ts';
import type { Writer } from '#domains/comments/thread.rules.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { fromSeed, type Seed } from '#lib/seed.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { whenShown } from '#lib/when-shown.ts';
import { toWireType } from '#lib/wire-names.ts';
import { useToday } from '#ui/use-today.ts';
import { closedPath, lightboxPath, playPath, type LightboxRoute } from './lightbox-route.rules.ts';
import { useZoom } from './use-zoom.ts';
import { idOf, itemKey, itemTitle, keyOf, placeOf } from './viewer.rules.ts';
import type { ViewerSet } from './viewer.schema.ts';
import { createViewer, type Viewer } from './viewer.store.ts';
import { ViewerAbout } from './ViewerAbout.island.tsx';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerProblem } from './ViewerProblem.tsx';
import { ViewerSlide } from './ViewerSlide.tsx';
import { ViewerTools } from './ViewerTools.tsx';
import type { Swipe } from './zoom.rules.ts';

export interface MediaViewerProps {
  place: LightboxRoute;
  /** On its own page: what the server drew. Over another screen it is asked for. */
  served?: Seed<ServedViewer>;
  /** What is known before the set has come: the small picture that was pressed. */
  preview?: { src: string; alt: string } | undefined;
  /** A video was pressed to play: from that second of it. */
  playFrom?: number | undefined;
  member: Writer;
  now: string;
  timeZone: string;
  /** Without it, closing leads to the post. */
  onClose?: () => void;
}

export interface ServedViewer {
  set: ViewerSet;
  comments: CommentList;
  form: ServedForm;
}

const neighbours = [-1, 0, 1] as const;

function useViewer(place: LightboxRoute, served: ServedViewer | undefined): Viewer {
  const [viewer] = useState(() => createViewer(place, served?.set));
  useEffect(() => {
    if (served) whenShown(() => void viewer.look());
    else void viewer.load();
  }, [viewer]);
  // Back and forward among the addresses of one set.
  useEffect(() => viewer.show(place), [keyOf(place)]);
  return viewer;
}

export const MediaViewer = memo(function MediaViewer({
  place,
  served: seed,
  preview,
  playFrom,
  member,
  now: servedAt,
  timeZone,
  onClose,
}: MediaViewerProps) {
  const [served] = useState(() => seed && fromSeed(seed));
  const now = useToday(servedAt, timeZone);
  const viewer = useViewer(place, served);
  const { status, items, index, total } = useStore(viewer.$state);
  const item = items[index];
  const shownKey = item && itemKey(item);
  const [playing, setPlaying] = useState(playFrom === undefined ? undefined : keyOf(place));
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const closeHref = closedPath(place);
  const hrefOf = (by: number) =>
    items[index + by] && lightboxPath(placeOf(items[index + by]!, place));
  const title = item ? itemTitle(item, total) : 'Loading...';

  useEffect(replayChanges, []);
  useEffect(() => {
    if (!item) return;
    // In the place of the address before: one press on Back closes, however many were looked at.
    const path = lightboxPath(placeOf(item, place));
    if (location.pathname !== path) {
      history.replaceState(history.state, '', path);
      void viewer.look();
    }
    const before = document.title;
    document.title = title;
    // A video that was left does not play by itself when it is shown again.
    setPlaying((key) => (key === shownKey ? key : undefined));
    return () => void (document.title = before);
  }, [shownKey]);

  const close = onClose ?? (() => location.assign(closeHref));
  const onSwipe = (swipe: Swipe) => {
    if (swipe === 'close') close();
    else if (swipe === 'about') document.getElementById('viewer-about')?.scrollIntoView();
    else viewer.step(swipe === 'next' ? 1 : -1);
  };
  const isPhoto = item?.viewer_type === toWireType('photo');
  const zoom = useZoom(
    { stage, track },
    item ? idOf(item) : 0,
    isPhoto ? item.picture : undefined,
    { isFirst: index === 0, isLast: index === items.length - 1 },
    onSwipe,
  );

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        (event.target as Element).closest(
          'input, textarea, select, video, .reaction-panel, dialog:not(.viewer-dialog)',
        ) !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const act = {
        ArrowLeft: () => viewer.step(-1),
        ArrowRight: () => viewer.step(1),
        '+': () => zoom.zoom('in'),
        '=': () => zoom.zoom('in'),
        '-': () => zoom.zoom('out'),
        0: () => zoom.zoom('reset'),
        ...(onClose ? {} : { Escape: close }),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  if (!item)
    return (
      <ViewerProblem
        status={status}
        preview={preview}
        onClose={close}
        onRetry={() => void viewer.load()}
      />
    );
  return (
    <ViewerFrame
      position={item.position}
      total={total}
      title={title}
      glow={item.picture?.placeholder}
      previousHref={hrefOf(-1)}
      nextHref={hrefOf(1)}
      closeHref={closeHref}
      slides={neighbours.map((at) => {
        const one = items[index + at];
        if (!one) return undefined;
        const key = itemKey(one);
        return (
          <ViewerSlide
            key={key}
            item={one}
            total={total}
            at={at}
            isClose={at === 0 && zoom.isZoomed}
            playHref={playPath(placeOf(one, place))}
            playFrom={playing === key ? (playFrom ?? 0) : undefined}
            onPlay={() => setPlaying(key)}
          />
        );
      })}
      tools={isPhoto && <ViewerTools {...zoom} onZoom={zoom.zoom} />}
      panel={
        <ViewerAbout
          item={item}
          place={place}
          onReword={(words) => viewer.reword(itemKey(item), words)}
          served={item.position === served?.set.position ? served.comments : undefined}
          form={item.position === served?.set.position ? served.form : undefined}
          member={member}
          now={now}
          timeZone={timeZone}
        />
      }
      onStep={(by) => viewer.step(by)}
      onClose={onClose}
      stage={stage}
      track={track}
    />
  );
});
