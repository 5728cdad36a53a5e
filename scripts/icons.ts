// Generates the PNG icons from public/favicon.svg: node scripts/icons.ts
import { readFile, writeFile } from 'node:fs/promises';
import { Bell, MessageCircle, PenLine, Search, type IconNode } from 'lucide';
import sharp from 'sharp';
import { iconMarkup } from '#ui/icon-markup.ts';

const folder = new URL('../public/', import.meta.url);
const drawing = (await readFile(new URL('favicon.svg', folder), 'utf8')).replace(
  /^<svg[^>]*>|<\/svg>\s*$/g,
  '',
);

/**
 * The logo on a warm background. Systems cut corners off, so `margin` (0 to 1) stays free on each
 * side.
 */
async function draw(size: number, margin: number): Promise<Buffer> {
  const side = 32 / (1 - 2 * margin);
  const offset = (side - 32) / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-offset} ${-offset} ${side} ${side}">
    <rect x="${-offset}" y="${-offset}" width="${side}" height="${side}" fill="#fbf1e6"/>${drawing}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** A shortcut icon for the installed app's menu. */
function drawShortcut(icon: IconNode): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-12 -12 48 48">
    <circle cx="12" cy="12" r="24" fill="#fbf1e6"/>
    <g fill="none" stroke="#b8461b" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${iconMarkup(icon)}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/**
 * The ICO format, for programs that request /favicon.ico without reading the page: a header and one
 * PNG.
 */
async function ico(size: number): Promise<Buffer> {
  const png = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${drawing}</svg>`,
    ),
  )
    .png()
    .toBuffer();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}

/** A placeholder picture: a shape on warm grey. */
function drawPlaceholder(width: number, height: number, shape: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#e9e2da"/><g fill="#b9aea3">${shape}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
const person = '<circle cx="96" cy="76" r="36"/><path d="M28 192c0-40 30-66 68-66s68 26 68 66z"/>';
const hills = '<circle cx="350" cy="104" r="34"/><path d="M60 290l110-140 76 90 44-50 130 100z"/>';

const files: Record<string, Buffer> = {
  'no-photo.png': await drawPlaceholder(192, 192, person),
  'no-picture.png': await drawPlaceholder(480, 360, hills),
  'no-cover.png': await drawPlaceholder(900, 300, ''),
  'apple-touch-icon.png': await draw(180, 0.16),
  'icon-192.png': await draw(192, 0.14),
  'icon-512.png': await draw(512, 0.14),
  'icon-maskable-512.png': await draw(512, 0.24),
  'shortcut-write.png': await drawShortcut(PenLine),
  'shortcut-messages.png': await drawShortcut(MessageCircle),
  'shortcut-notifications.png': await drawShortcut(Bell),
  'shortcut-search.png': await drawShortcut(Search),
  'favicon.ico': await ico(32),
};
for (const [name, bytes] of Object.entries(files)) await writeFile(new URL(name, folder), bytes);
