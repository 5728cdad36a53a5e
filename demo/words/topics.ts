import type { Topic } from './topic.ts';
import { animalTopics } from './topics/animals.ts';
import { familyTopics } from './topics/family.ts';
import { gardenTopics } from './topics/garden.ts';
import { helpTopics } from './topics/help.ts';
import { kitchenTopics } from './topics/kitchen.ts';
import { lifeTopics } from './topics/life.ts';
import { outsideTopics } from './topics/outside.ts';
import { togetherTopics } from './topics/together.ts';

export const topics: Topic[] = [
  ...gardenTopics,
  ...animalTopics,
  ...kitchenTopics,
  ...togetherTopics,
  ...helpTopics,
  ...outsideTopics,
  ...familyTopics,
  ...lifeTopics,
];
