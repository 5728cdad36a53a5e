import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '#app/domains.ts';
import { defaultPictures, isDefaultPhoto } from '#lib/default-pictures.ts';

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  $defs?: Record<string, Shape>;
}

const isPicture =
  /(^|_)(image|image_icon|image_profile|image_normal|owner_image|photo|cover|cover_image|feed_icon|poster_photo)$/;

/** Fields of an answer that are a picture's address and may be null. */
function nullablePictures(shape: Shape | undefined, path: string): string[] {
  if (!shape || typeof shape !== 'object') return [];
  const inside = [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
      const kinds = (field.anyOf ?? []).map(({ type }) => type);
      const isNullable = isPicture.test(name) && kinds.includes('null') && kinds.includes('string');
      return [
        ...(isNullable ? [`${path}.${name}`] : []),
        ...nullablePictures(field, `${path}.${name}`),
      ];
    }),
    ...(shape.anyOf ?? []).flatMap((one) => nullablePictures(one, path)),
    ...Object.entries(shape.$defs ?? {}).flatMap(([name, one]) => nullablePictures(one, name)),
    ...nullablePictures(shape.items, path),
  ];
  return inside;
}

test('a picture in a response is always a URL', () => {
  const found = handlers.flatMap(({ call, output }) =>
    nullablePictures(
      z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Shape,
      `${call.method} ${call.path}`,
    ),
  );
  expect([...new Set(found)]).toEqual([]);
});

test('the default pictures exist, and our own pages know the default avatar', () => {
  for (const path of Object.values(defaultPictures))
    expect(existsSync(`public${path}`), path).toBe(true);
  expect([
    isDefaultPhoto('https://hearth.example/no-photo.png'),
    isDefaultPhoto('/media/public/a.webp'),
  ]).toEqual([true, false]);
});
