import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import './Card.css';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside';
  /** Pictures may touch the edges. */
  flush?: boolean;
  children?: ReactNode;
}

export function Card({ as: Tag = 'div', flush, className, children, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={classes('card', flush && 'card-flush', className)}>
      {children}
    </Tag>
  );
}
