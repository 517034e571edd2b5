/** The shape of a language's texts after English: the same names, any words, the same numbers and names put in. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : { readonly [K in keyof T]: Words<T[K]> };

/** What a cap counts, and what it allows; wall time in seconds. */
export interface CapNumbers {
  readonly used: number;
  readonly allowed: number;
}

/** An instant as clocks show it somewhere. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** `19:00` */
  readonly clock: string;
  /** `name` as the IANA database has it, `offset` such as `UTC+9` or `UTC-3:30`. */
  readonly zone: { readonly name: string; readonly offset: string };
}
