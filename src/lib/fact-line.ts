/** A fact with its label, in the right column. */
export interface FactLine {
  label: string;
  text: string;
  href?: string | undefined;
}
