import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { findMedia, isMediaPath } from '#app/media-route.ts';
import { rest } from '#app/rest.ts';
import { createSession } from '#domains/auth/sessions.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sendError } from '#server/http/answer.ts';
import { sendMedia } from '#server/preview-pictures.ts';

export interface RestAnswer {
  /** HTTP status; equals status_code. */
  status: number;
  status_code: number;
  error_code?: string;
  message?: string | Record<string, string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body?: any;
  text: string;
}

export interface SendOptions {
  as?: Member | undefined;
  headers?: Record<string, string>;
  /** JSON instead of a form. */
  json?: unknown;
  /** A form with files instead of `fields`. */
  form?: FormData;
}

export type Fields = Record<string, string | number>;

let server: Server | undefined;
let started: Promise<string> | undefined;
const pairs = new Map<number, Promise<{ token: string; secret: string }>>();

/** The real call layer over a real socket, on this test file's database. */
function start(): Promise<string> {
  return (started ??= new Promise((resolve) => {
    server = createServer((req, res) => {
      const path = req.url!.split('?')[0]!;
      if (!isMediaPath(path))
        return void rest(req, res, {
          requestId: 'test',
          address: '127.0.0.1',
          race: (work) => work,
        });
      findMedia(req, path)
        .then((file) => sendMedia(req, res, file))
        .catch((error: unknown) => sendError(req, res, error, 'test'));
    });
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server!.address() as AddressInfo).port}`),
    );
  }));
}
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

/**
 * Sends fields in the query of GET and DELETE and in the form of POST and PUT, like our own client.
 */
export async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  fields: Fields | string = {},
  { as, headers = {}, json, form }: SendOptions = {},
): Promise<RestAnswer> {
  const text =
    typeof fields === 'string'
      ? fields
      : new URLSearchParams(
          Object.entries(fields).map(([name, value]) => [name, String(value)]),
        ).toString();
  const isForm = (method === 'POST' || method === 'PUT') && json === undefined && !form;
  const answer = await fetch(
    `${await start()}/api/rest${path}${isForm || !text ? '' : `?${text}`}`,
    {
      method,
      headers: {
        ...(await credentialsOf(as)),
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(isForm ? { body: text } : {}),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form ? { body: form } : {}),
    },
  );
  const answerText = await answer.text();
  return {
    status: answer.status,
    ...(JSON.parse(answerText) as Omit<RestAnswer, 'status' | 'text'>),
    text: answerText,
  };
}

/** The address of the server, for requests that `send` cannot make. */
export const testOrigin = (): Promise<string> => start();

/** Fetches a file, as a member or as a visitor. */
export async function fetchFile(
  path: string,
  {
    as,
    headers = {},
    method = 'GET',
  }: { as?: Member | undefined; headers?: Record<string, string>; method?: string } = {},
): Promise<Response> {
  return fetch(`${await start()}${path}`, {
    method,
    headers: { ...(await credentialsOf(as)), ...headers },
  });
}

/** All four credentials, as native clients send them. */
export async function credentialsOf(member: Member | undefined): Promise<Record<string, string>> {
  if (member && !pairs.has(member.id))
    pairs.set(member.id, createSession(db, member.id, 'test', '127.0.0.1'));
  const pair = member && (await pairs.get(member.id));
  return {
    oauth_consumer_key: 'hearth-web',
    oauth_consumer_secret: 'hearth-web',
    ...(pair ? { oauth_token: pair.token, oauth_secret: pair.secret } : {}),
  };
}
