export const helpTitles = { terms: 'Terms of use', privacy: 'Privacy' } as const;
export type HelpName = keyof typeof helpTitles;

export const isHelpName = (name: string | undefined): name is HelpName =>
  name !== undefined && Object.hasOwn(helpTitles, name);

export interface HelpPart {
  isHeading: boolean;
  text: string;
}

/** Paragraphs and headings of a plain text. */
export const partsOfHelp = (text: string): HelpPart[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) =>
      part.startsWith('# ')
        ? { isHeading: true, text: part.slice(2).trim() }
        : { isHeading: false, text: part },
    );
