import { useStore } from '@nanostores/react';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommentPage } from '#domains/comments/comments.model.ts';
import type { Writer } from '#domains/comments/thread/thread.rules.ts';
import { useZoom, zoomKeys } from '#domains/lightbox/zoom/use-zoom.ts';
import type { Swipe } from '#domains/lightbox/zoom/zoom.rules.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { readIslandData, type IslandData } from '#lib/island-data.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { whenShown } from '#lib/when-shown.ts';
import { useStageAddress, useStageKeys } from '#ui/use-stage.ts';
import { useToday } from '#ui/use-today.ts';
import { closedPath, lightboxPath, playPath, type LightboxRoute } from './lightbox-route.rules.ts';
import type { LightboxSetModel } from './lightbox.model.ts';
import { itemKey, itemRoute, itemTitle, keyOf } from './lightbox.rules.ts';
import { createLightboxStore, type LightboxStore } from './lightbox.store.ts';
import { LightboxAbout } from './LightboxAbout.island.tsx';
import { LightboxFrame } from './LightboxFrame.tsx';
import { LightboxProblem } from './LightboxProblem.tsx';
import { LightboxSlide } from './LightboxSlide.tsx';
import { LightboxTools } from './LightboxTools.tsx';

export interface LightboxProps {
  route: LightboxRoute;
  /** The set that the server drew, on the lightbox's own page; over another screen it is loaded. */
  served?: IslandData<ServedLightbox>;
  /** The pressed thumbnail, shown until the set is loaded. */
  preview?: { src: string; alt: string } | undefined;
  /** Position in seconds from which the video plays, if it was pressed to play. */
  playFrom?: number | undefined;
  member: Writer;
  now: string;
  timeZone: string;
  /** Without it, closing navigates to the post. */
  onClose?: () => void;
}

export interface ServedLightbox {
  set: LightboxSetModel;
  comments: CommentPage;
  form: ServedForm;
}

const neighbours = [-1, 0, 1] as const;

function useLightbox(route: LightboxRoute, served: ServedLightbox | undefined): LightboxStore {
  const [lightbox] = useState(() => createLightboxStore(route, served?.set));
  const start = useEffectEvent(() => {
    if (served) whenShown(() => void lightbox.countView());
    else void lightbox.load();
  });
  useEffect(() => start(), [lightbox]);
  // Follows back and forward among the URLs of one set.
  const shownKey = keyOf(route);
  const showRoute = useEffectEvent(() => lightbox.show(route));
  useEffect(() => showRoute(), [shownKey]);
  return lightbox;
}

export const Lightbox = memo(function Lightbox({
  route,
  served: data,
  preview,
  playFrom,
  member,
  now: servedAt,
  timeZone,
  onClose,
}: LightboxProps) {
  const [served] = useState(() => data && readIslandData(data));
  const now = useToday(servedAt, timeZone);
  const lightbox = useLightbox(route, served);
  const { status, items, index, total } = useStore(lightbox.$state);
  const item = items[index];
  const shownKey = item && itemKey(item);
  const [playing, setPlaying] = useState(playFrom === undefined ? undefined : keyOf(route));
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const closeHref = closedPath(route);
  const hrefOf = (by: number) =>
    items[index + by] && lightboxPath(itemRoute(items[index + by]!, route));
  const title = item ? itemTitle(item, total) : 'Loading...';

  useEffect(replayChanges, []);
  useStageAddress(
    item && lightboxPath(itemRoute(item, route)),
    title,
    () => void lightbox.countView(),
  );
  // A video that was left does not play by itself when it is shown again.
  useEffect(() => {
    if (shownKey) setPlaying((key) => (key === shownKey ? key : undefined));
  }, [shownKey]);

  const close = onClose ?? (() => location.assign(closeHref));
  const onSwipe = (swipe: Swipe) => {
    if (swipe === 'close') close();
    else if (swipe === 'about') document.getElementById('viewer-about')?.scrollIntoView();
    else lightbox.step(swipe === 'next' ? 1 : -1);
  };
  const isPhoto = item?.kind === 'photo';
  const zoom = useZoom(
    { stage, track },
    item?.id ?? 0,
    isPhoto ? item.picture : undefined,
    { isFirst: index === 0, isLast: index === items.length - 1 },
    onSwipe,
  );

  useStageKeys(() => ({
    ArrowLeft: () => lightbox.step(-1),
    ArrowRight: () => lightbox.step(1),
    ...zoomKeys(zoom),
    ...(onClose ? {} : { Escape: close }),
  }));

  if (!item)
    return (
      <LightboxProblem
        status={status}
        preview={preview}
        onClose={close}
        onRetry={() => void lightbox.load()}
      />
    );
  return (
    <LightboxFrame
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
          <LightboxSlide
            key={key}
            item={one}
            total={total}
            at={at}
            isClose={at === 0 && zoom.isZoomed}
            playHref={playPath(itemRoute(one, route))}
            playFrom={playing === key ? (playFrom ?? 0) : undefined}
            onPlay={() => setPlaying(key)}
          />
        );
      })}
      tools={isPhoto && <LightboxTools {...zoom} onZoom={zoom.zoom} />}
      panel={
        <LightboxAbout
          item={item}
          route={route}
          onReword={(words) => lightbox.reword(itemKey(item), words)}
          served={item.position === served?.set.position ? served.comments : undefined}
          form={item.position === served?.set.position ? served.form : undefined}
          member={member}
          now={now}
          timeZone={timeZone}
        />
      }
      onStep={(by) => lightbox.step(by)}
      onClose={onClose}
      stage={stage}
      track={track}
    />
  );
});
