const { spawnSync } = require('node:child_process');
const { rm } = require('node:fs/promises');
const gulp = require('gulp');

/** Files that ship as they are, beside the compiled code. */
const ASSETS = [
	'icons/**/*.svg',
	'nodes/**/*.{svg,png}',
	'credentials/**/*.{svg,png}',
	'nodes/**/*.node.json',
	'nodes/**/__schema__/**/*.json',
];

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json'], {
		stdio: 'inherit',
	});
	if (status !== 0) throw new Error('TypeScript found something to mend (see above).');
}

function assets() {
	return gulp.src(ASSETS, { base: '.', encoding: false, allowEmpty: true }).pipe(gulp.dest('dist'));
}

exports.build = gulp.series(clean, gulp.parallel(compile, assets));
