import { handle, type Handler } from '#server/handle.ts';
import * as calls from './link-preview.calls.ts';
import { linkAnswer, linkInput } from './link-preview.schema.ts';
import { readLink } from './link-preview.server.ts';

export const linkPreviewHandlers: Handler[] = [
  handle(calls.readLink, linkInput, linkAnswer, (_member, { uri }) => readLink(uri), {
    limit: 'linkPreview',
    fetches: true,
    summary: 'What a link leads to',
  }),
  handle(calls.attachLink, linkInput, linkAnswer, (_member, { uri }) => readLink(uri), {
    limit: 'linkPreview',
    fetches: true,
    summary: 'What a link leads to, for native clients',
  }),
];
