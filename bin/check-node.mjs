// Runs before every npm script. The scripts run TypeScript natively, which needs Node 22.18; npm puts the Node 24 that
// comes as an optional dependency first on PATH, so this only speaks where no such package fits the platform.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Countersign's scripts need Node 22.18 or newer (24 is what Lambda runs). This is Node ${process.versions.node} on ` +
      `${process.platform}-${process.arch}, and no packaged Node 24 was installed for it.\n` +
      'Install Node 24 from nodejs.org, or run "npm ci" without --omit=optional on linux x64/arm64, darwin x64/arm64 or win32 x64.\n',
  );
  process.exit(1);
}
