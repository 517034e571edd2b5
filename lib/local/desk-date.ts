/**
 * Makes `Date` follow the desk's clock in this thread: real time plus the offset (one int64 of milliseconds) in `shared`.
 * Timers of the thread stay in real time, as do `performance` and `Intl` formats without a date.
 */
export function installDeskDate(shared: SharedArrayBuffer): void {
  const RealDate = globalThis.Date;
  const offsetMs = new BigInt64Array(shared);
  const now = () => RealDate.now() + Number(Atomics.load(offsetMs, 0));
  // A proxy and no subclass: Date() without `new` has to go on answering with a string.
  const DeskDate = new Proxy(RealDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  // Libraries compare value.constructor with Date.
  RealDate.prototype.constructor = DeskDate;
  globalThis.Date = DeskDate;
}
