/** What a condition can compare with: numbers and texts are never equal to each other. */
export type JsonScalar = string | number | boolean;
