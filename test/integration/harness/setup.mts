// n8n-core reads its settings from the environment when it is first loaded.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'energy-projects-core-'));
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.GENERIC_TIMEZONE = 'Europe/Berlin';
