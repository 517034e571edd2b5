import { describe, expect, test } from 'vitest';
import { readStartArguments } from '../../bin/start-arguments.ts';

const arn = 'arn:aws:bedrock-agentcore:eu-central-1:123456789012:harness/buyer-a1b2c3d4e5';

describe('the command line of npm start', () => {
  test('needs nothing: the purchase example is served from .local', () => {
    expect(readStartArguments([])).toEqual({
      kind: 'run',
      options: { gate: 'examples/purchase', directory: '.local' },
    });
  });

  test('takes a real harness by its ARN', () => {
    expect(readStartArguments(['--harness', arn])).toMatchObject({ kind: 'run', options: { harness: arn } });
  });

  test.each([
    ['a port that is none', ['--port', '0x'], '--port: given 0x; allowed: a whole number from 1 to 65535'],
    ['a port out of range', ['--port', '65536'], '--port: given 65536'],
    ['a harness that is no ARN', ['--harness', 'buyer'], '--harness: given "buyer"; allowed: the ARN of a harness'],
    ['the ARN of a runtime', ['--harness', arn.replace('harness/', 'runtime/')], '--harness: given'],
    ['a script beside a harness', ['--harness', arn, '--agent', 'a.yaml'], '--agent and --harness were both given'],
    ['an empty path', ['--gate='], '--gate: nothing was given; allowed: a path'],
    ['an unknown option', ['--gates', 'x'], '--gate PATH'],
    ['a word without an option', ['examples/ferry'], '--gate PATH'],
  ])('refuses %s and says what is allowed', (_, argv, words) => {
    const read = readStartArguments(argv);
    expect(read.kind === 'refused' ? read.message : read.kind).toContain(words);
  });
});
