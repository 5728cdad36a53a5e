import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, looks, type TakenScreen } from './take-pictures.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const style = `
  body { margin: 24px; background: #888; color: #000; font: 14px/1.4 system-ui; }
  h2 { margin: 24px 0 8px; font-size: 16px; }
  li { color: #800000; }
  .pictures { display: flex; gap: 8px; align-items: start; }
  .pictures a { flex: 390 1 0; }
  .pictures .desktop { flex-grow: 1440; }
  img { display: block; width: 100%; }`;

function screenOf({ viewer, path, files, faults }: TakenScreen): string {
  const pictures = files.map(
    (file, index) =>
      `<a class="${looks[index]![0]}" href="${file}"><img src="${file}" alt="" loading="lazy"></a>`,
  );
  return `<h2>${viewer} ${escape(path)}</h2>
<ul>${faults.map((fault) => `<li>${escape(fault)}</li>`).join('')}</ul>
<div class="pictures">${pictures.join('')}</div>`;
}

/** Writes the pictures into one page, those with faults first; returns its path. */
export function writeSheet(taken: TakenScreen[]): string {
  const badFirst = taken.toSorted((one, other) => other.faults.length - one.faults.length);
  const bad = taken.filter(({ faults }) => faults.length > 0);
  const file = join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>
<h1>${taken.length} screens, ${bad.length} with faults</h1>
${badFirst.map(screenOf).join('\n')}`,
  );
  return file;
}
