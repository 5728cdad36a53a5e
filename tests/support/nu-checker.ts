import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HtmlValidate } from 'html-validate';

/** A checker's message about one file. */
export interface HtmlFault {
  file: string;
  line: number;
  text: string;
  extract: string;
}

interface NuMessage {
  type: 'error' | 'info' | 'non-document-error';
  subType?: string;
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

const run = promisify(execFile);
const jar = fileURLToPath(
  new URL('../../node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url),
);

export const hasJava = () =>
  run('java', ['-version']).then(
    () => true,
    () => false,
  );

/** Errors and warnings of the Nu checker for all files in one run. */
export async function checkByNu(files: string[]): Promise<HtmlFault[]> {
  const args = [
    // A short run does not pay for the optimizing compiler and parallel collectors.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Xss4m',
    '-jar',
    jar,
    '--format',
    'json',
    '--exit-zero-always',
    '--stdout',
    ...files,
  ];
  const { stdout } = await run('java', args, { maxBuffer: 1e9 });
  const { messages } = JSON.parse(stdout) as { messages: NuMessage[] };
  return messages.map(({ url = '', lastLine = 0, message, extract = '' }) => ({
    file: url ? fileURLToPath(url) : '',
    line: lastLine,
    text: message,
    extract,
  }));
}

/** Fallback without Java. */
export async function checkByHtmlValidate(files: string[]): Promise<HtmlFault[]> {
  const checker = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const { results } = await checker.validateMultipleFiles(files);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message, ruleId }) => ({
      file: filePath ?? '',
      line,
      text: `${ruleId}: ${message}`,
      extract: '',
    })),
  );
}
