import { useStore } from '@nanostores/react';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { $groups, setMuted } from '#domains/stories/stories.store.ts';
import { storyPath } from '#domains/stories/story-path.rules.ts';
import { StoryPerson } from '#domains/stories/tray/StoryPerson.tsx';
import { readIslandData, type IslandData } from '#lib/island-data.ts';
import { isolate } from '#lib/names.ts';
import { whenShown } from '#lib/when-shown.ts';
import { classes } from '#ui/classes.ts';
import { Stage } from '#ui/Stage.tsx';
import { useStageAddress, useStageKeys } from '#ui/use-stage.ts';
import { StoryDialogs, type OpenDialog } from './StoryDialogs.island.tsx';
import { StoryFoot } from './StoryFoot.island.tsx';
import { StoryHead } from './StoryHead.tsx';
import { StoryMenu } from './StoryMenu.tsx';
import { StoryProblem } from './StoryProblem.tsx';
import { NextSlide, StorySlide } from './StorySlide.tsx';
import { StorySteps } from './StorySteps.tsx';
import { useIsInterrupted } from './use-is-interrupted.ts';
import { usePlayer } from './use-player.ts';
import { useSound } from './use-sound.ts';
import { useStoryClock } from './use-story-clock.ts';
import { useStoryTouch } from './use-story-touch.ts';
import './story-player.css';

export interface StoryPlayerProps {
  storyId: number;
  /** Stories rendered by the server on the player's own page; loaded when it is a dialog. */
  served?: IslandData<StoryModel[]>;
  memberId: number;
  now: string;
  timeZone: string;
  /** Defaults to the home page. */
  onClose?: () => void;
}

const storyTitle = ({ owner }: StoryModel, index: number, total: number) =>
  `Story${total > 1 ? ` ${index + 1} of ${total}` : ''} by ${isolate(owner.name)}`;

export const StoryPlayer = memo(function StoryPlayer({
  storyId,
  served: data,
  memberId,
  now,
  timeZone,
  onClose,
}: StoryPlayerProps) {
  const [served] = useState(() => data && readIslandData(data));
  const player = usePlayer({ storyId, memberId, served, now });
  const { status, items, index, turn } = useStore(player.$state);
  useStore($groups);
  const item = items[index];
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [isEngaged, setEngaged] = useState(false);
  const [ready, setReady] = useState('');
  const [broken, setBroken] = useState('');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const sound = useSound();
  const isInterrupted = useIsInterrupted(root);
  const key = item ? `${item.id}-${turn}` : '';
  const isVideo = item?.videoUrl !== '' && broken !== key;
  const { previous, next } = player.adjacentGroups();

  const close = onClose ?? (() => location.assign('/home'));
  const toPerson = (by: 1 | -1) => {
    const group = by === 1 ? next : previous;
    if (group) void player.load(group.storyId);
    else if (by === 1) close();
  };
  const { isHeld, takeClick, touch } = useStoryTouch({
    onSwipe: (to) => (to === 'close' ? close() : toPerson(to === 'next' ? 1 : -1)),
  });
  const isRunning =
    status === 'ready' &&
    (isVideo || ready === key) &&
    !isPaused &&
    !isHeld &&
    !isEngaged &&
    !isInterrupted &&
    dialog === null;

  useStoryClock({
    turn: key,
    isRunning,
    seconds: item?.seconds ?? 5,
    video,
    bar,
    onEnd: () => player.step(1),
  });
  useStageKeys(({ shiftKey, target }) => {
    const move = shiftKey ? toPerson : (by: 1 | -1) => player.step(by);
    // Space presses a focused button, except the one that covers the story.
    const isOnButton = (target as Element).closest('button:not(.story-tap), a') !== null;
    return {
      ArrowRight: () => move(1),
      ArrowLeft: () => move(-1),
      PageDown: () => toPerson(1),
      PageUp: () => toPerson(-1),
      m: sound.toggle,
      M: sound.toggle,
      ...(isOnButton ? {} : { ' ': () => setPaused((was) => !was) }),
      ...(onClose ? {} : { Escape: close }),
    };
  });

  const recall = useEffectEvent(sound.recall);
  const silence = useEffectEvent(sound.silence);
  const markSeen = useEffectEvent(() => item && whenShown(() => player.markSeen()));
  useEffect(() => recall(), []);
  // The element that had the focus was removed without a blur event.
  useEffect(() => setEngaged(false), [item?.owner.id]);
  useEffect(() => {
    const videoElement = video.current;
    if (!videoElement) return;
    if (!isRunning) return videoElement.pause();
    videoElement.play().catch((error: unknown) => {
      if ((error as Error).name !== 'NotAllowedError') return;
      silence();
      videoElement.muted = true;
      videoElement.play().catch(() => undefined);
    });
  }, [key, isRunning]);
  useEffect(() => {
    if (status === 'ready') markSeen();
  }, [key, status]);
  useStageAddress(
    status === 'ready' && item ? storyPath(item.id) : undefined,
    item ? storyTitle(item, index, items.length) : '',
  );

  if (!item || status === 'ended' || status === 'failed')
    return (
      <StoryProblem
        status={status}
        onClose={close}
        onRetry={() => void player.retry()}
        {...(next && status === 'ended' ? { onNext: () => toPerson(1) } : {})}
      />
    );
  const isOwn = item.owner.id === memberId;
  const hasSound = items.some(({ videoUrl }) => videoUrl !== '');
  const coming = items[(index + 1) % items.length];
  return (
    <Stage className="story-player" glow={item.picture?.placeholder} ref={root}>
      <p
        className="sr-only"
        aria-live="polite"
      >{`${storyTitle(item, index, items.length)}. ${item.caption}`}</p>
      <div
        className={classes(
          'story-card',
          isHeld && 'story-card-held',
          status === 'loading' && 'story-card-loading',
        )}
      >
        <StorySlide
          key={key}
          item={item}
          isBroken={broken === key}
          video={video}
          isMuted={sound.isMuted}
          onLoad={() => setReady(key)}
          onEnd={() => player.step(1)}
          onBroken={() => {
            setBroken(key);
            setReady(key);
          }}
        />
        {coming && coming !== item && <NextSlide key={`next-${coming.id}`} item={coming} />}
        <button
          type="button"
          className="story-tap"
          aria-label="Next story"
          {...touch}
          onPointerDownCapture={() => setEngaged(false)}
          onClick={() => takeClick() && player.step(1)}
        />
        <StoryHead
          item={item}
          index={index}
          bar={bar}
          now={now}
          timeZone={timeZone}
          isPaused={isPaused}
          hasSound={hasSound}
          total={items.length}
          isMuted={sound.isMuted}
          onPause={() => setPaused(!isPaused)}
          onMute={sound.toggle}
          onClose={close}
          menu={
            <StoryMenu
              item={item}
              isOwn={isOwn}
              previous={previous}
              next={next}
              onDialog={setDialog}
              onMute={() =>
                void setMuted(item, !item.isMuted).then(
                  (isDone) => isDone && player.change(item.owner.id, { isMuted: !item.isMuted }),
                )
              }
              onPerson={toPerson}
            />
          }
        />
        <StoryFoot
          key={item.owner.id}
          item={item}
          memberId={memberId}
          isOwn={isOwn}
          onEngage={setEngaged}
          onShowViewers={() => setDialog('viewers')}
        />
        {items.length > 1 && <StorySteps onStep={player.step} />}
      </div>
      {previous && <StoryPerson group={previous} side="previous" onPress={() => toPerson(-1)} />}
      {next && <StoryPerson group={next} side="next" onPress={() => toPerson(1)} />}
      <StoryDialogs
        open={dialog}
        item={item}
        memberId={memberId}
        onClose={() => setDialog(null)}
        onDeleted={() => {
          setDialog(null);
          if (!player.remove(item.id)) close();
        }}
      />
    </Stage>
  );
});
