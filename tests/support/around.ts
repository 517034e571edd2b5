/** What happens around one call of a port; it may wait, fail before, or fail after. */
export type Around = (name: string, call: () => Promise<unknown>) => Promise<unknown>;

/** The same port with something around every call of it; `name` is `port.method`. */
export function around<Port extends object>(port: Port, label: string, hook: Around): Port {
  return new Proxy(port, {
    get(target, key): unknown {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) =>
        hook(`${label}.${String(key)}`, async () => Reflect.apply(member, target, args));
    },
  });
}
