/** JSON that is safe inside a <script> element: it can neither close it nor break a line of it. */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
