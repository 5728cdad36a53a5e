import { memo, useEffect, useState } from 'react';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { showFlashToast } from '#ui/flash-toast.ts';
import { nameOfVideo, VideoGrid, type VideoGridProps } from './VideoGrid.tsx';
import { VideoMenu } from './VideoMenu.island.tsx';
import './OwnVideos.css';

/** The member's own videos on the profile, with their menus. */
export const OwnVideos = memo(function OwnVideos({ videos, ...shown }: VideoGridProps) {
  const [changes, setChanges] = useState<Record<number, Partial<VideoWords>>>({});
  useEffect(showFlashToast, []);
  const now = videos.map((video) =>
    video.edit ? { ...video, ...changes[video.video_id] } : video,
  );
  // Even an empty list shows the toast of the screen before.
  if (!videos.length) return null;
  return (
    <VideoGrid
      {...shown}
      videos={now}
      menuOf={(video) =>
        video.edit === 1 && (
          <VideoMenu
            id={video.video_id}
            area="list"
            title={video.title}
            description={video.description}
            label={`More about ${nameOfVideo(video)}`}
            pathAfterwards={`/profile/${video.owner_id}/videos`}
            onEdited={(words) =>
              setChanges((before) => ({
                ...before,
                [video.video_id]: { ...before[video.video_id], ...words },
              }))
            }
          />
        )
      }
    />
  );
});
