import { feelings as catalogue } from '#domains/posts/feelings/feelings.ts';
import type { SceneName } from '../drawing/scenes.ts';
import { templates, type Template } from './grammar.ts';
import { slots } from './slots.ts';

/** Decides which reactions a post gets, and which comments that fit anywhere. */
export type Tone = 'warm' | 'funny' | 'question' | 'announcement' | 'sad';

export interface Topic {
  name: string;
  tone: Tone;
  /** How often it comes up. */
  weight: number;
  posts: Template[];
  comments: Template[];
  /** Scenes of its photos; without any it has no photos. */
  scenes: SceneName[];
  /** How many of its posts have photos, 0 to 1. */
  photos: number;
  hashtags: string[];
  feelings: Feeling[];
}

/** Ids of the catalogue. */
export interface Feeling {
  parent: number;
  child: number;
}

/** `parent/child`, as titles. */
function feelingOf(titles: string): Feeling {
  const [parentTitle, childTitle] = titles.split('/');
  const parent = catalogue.find(({ title }) => title === parentTitle);
  const child = parent?.children.find(({ title }) => title === childTitle);
  if (!parent || !child) throw new Error(`The feeling ${titles} is not in the catalogue`);
  return { parent: parent.id, child: child.id };
}

interface TopicText {
  tone: Tone;
  weight?: number;
  posts: string;
  comments: string;
  scenes?: SceneName[];
  photos?: number;
  hashtags?: string;
  /** `parent/child` of the feeling catalogue. */
  feelings?: string;
}

export function topic(
  name: string,
  {
    tone,
    weight = 3,
    posts,
    comments,
    scenes = [],
    photos = scenes.length ? 0.4 : 0,
    hashtags = '',
    feelings = '',
  }: TopicText,
): Topic {
  const words = (text: string) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  return {
    name,
    tone,
    weight,
    posts: templates(posts, slots),
    comments: templates(comments, slots),
    scenes,
    photos,
    hashtags: words(hashtags),
    feelings: words(feelings).map(feelingOf),
  };
}
