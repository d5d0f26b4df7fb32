const { spawnSync } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const gulp = require('gulp');
const prettier = require('prettier');

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

/** Writes JSON without white space: nobody reads the shipped previews, and the package stays small. */
function compactJson() {
	return new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			if (file.extname === '.json') {
				file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents.toString())));
			}
			done(null, file);
		},
	});
}

function assets() {
	return gulp
		.src(ASSETS, { base: '.', encoding: false, allowEmpty: true })
		.pipe(compactJson())
		.pipe(gulp.dest('dist'));
}

/** Compact, yet readable for whoever opens the code on a server. */
const SHIPPED_FORMAT = {
	parser: 'babel',
	useTabs: true,
	singleQuote: true,
	printWidth: 200,
	objectWrap: 'collapse',
	bracketSpacing: false,
	trailingComma: 'none',
	semi: false,
	arrowParens: 'avoid',
};

/**
 * Lines that do nothing here: only default imports look for the first, and the sources have none;
 * the second declares what is assigned further down.
 */
const IDLE_LINES =
	/^(Object\.defineProperty\(exports, "__esModule", \{ value: true \}\)|exports\.[\w. =]+ = void 0);\n/gm;

function formatCode() {
	return new Transform({
		objectMode: true,
		async transform(file, _encoding, done) {
			const code = file.contents.toString().replace(IDLE_LINES, '');
			file.contents = Buffer.from(await prettier.format(code, SHIPPED_FORMAT));
			done(null, file);
		},
	});
}

function format() {
	return gulp.src('dist/**/*.js', { base: '.' }).pipe(formatCode()).pipe(gulp.dest('.'));
}

exports.build = gulp.series(clean, gulp.parallel(gulp.series(compile, format), assets));
