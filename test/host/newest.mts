/**
 * Says how old the newest n8n on npm is, and fails when that is too long ago: `node test/host/newest.mts`.
 * n8n 3.0 is only a Docker image, so the tests would stay on the last 2.x, and stay green.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ageOf } from './age.mts';
import { hostFolder } from './project.mts';

const file = join(hostFolder, 'node_modules', 'n8n', 'package.json');
const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
const { stdout } = spawnSync('npm', ['view', 'n8n', 'time', '--json'], { encoding: 'utf8' });
const published = (JSON.parse(stdout || '{}') as Record<string, string>)[version];
const { sentence, isStale } = ageOf(version, published, new Date());
console.log(sentence);
process.exitCode = isStale ? 1 : 0;
