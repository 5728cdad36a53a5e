import { textAnswer } from './text-answer.ts';

interface XmlOptions {
  /**
   * Cache lifetime; 0 means revalidate each time, as for everything that contains members' words.
   */
  seconds: number;
  type?: string;
}

/** Sends a public XML document, or 304 if the reader has it already. */
export const xmlAnswer = (
  request: Request,
  body: string,
  { seconds, type = 'application/xml' }: XmlOptions,
): Response =>
  textAnswer(request, `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    type,
    cacheControl: `public, max-age=${seconds}${seconds ? '' : ', must-revalidate'}`,
  });
