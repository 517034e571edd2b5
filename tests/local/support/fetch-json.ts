/** The JSON at an address, taken to be what the test says it is. */
export async function fetchJson<Shape>(url: string): Promise<Shape> {
  return JSON.parse(await (await fetch(url)).text());
}
