// The package ships no types.
declare module 'asl-validator' {
  interface Verdict {
    readonly isValid: boolean;
    readonly errors: readonly unknown[];
  }
  const validate: (definition: unknown) => Verdict;
  // biome-ignore lint/style/noDefaultExport: it is how the package exports its function
  export default validate;
}
