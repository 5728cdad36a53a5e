import { memo, useEffect, useState } from 'react';
import { videosPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { showFlashToast } from '#ui/flash-toast.ts';
import { nameOfVideo, VideoGrid, type VideoGridProps } from './VideoGrid.tsx';
import { VideoMenu } from './VideoMenu.island.tsx';
import './OwnVideos.css';

/** The member's own videos on the profile, with their menus. */
export const OwnVideos = memo(function OwnVideos({ videos, ...shown }: VideoGridProps) {
  const [changes, setChanges] = useState<Record<number, Partial<VideoWords>>>({});
  useEffect(showFlashToast, []);
  const now = videos.map((video) => (video.canEdit ? { ...video, ...changes[video.id] } : video));
  // Even an empty list shows the toast of the screen before.
  if (!videos.length) return null;
  return (
    <VideoGrid
      {...shown}
      videos={now}
      menuOf={(video) =>
        video.canDelete && (
          <VideoMenu
            id={video.id}
            area="list"
            title={video.title}
            description={video.description}
            label={`More about ${nameOfVideo(video)}`}
            canEdit={video.canEdit}
            canDelete={video.canDelete}
            pathAfterwards={videosPath({ type: 'member', id: video.ownerId })}
            onEdited={(words) =>
              setChanges((before) => ({
                ...before,
                [video.id]: { ...before[video.id], ...words },
              }))
            }
          />
        )
      }
    />
  );
});
