import { post } from '#lib/rest.ts';
import type { Shared, ShareInput } from './shares.schema.ts';

export const share = post<ShareInput, Shared>('/activity/share');

export const sharedPostId = ({ action_id }: Shared): number => action_id;
