const ts = require('typescript');

/**
 * Compiles TypeScript for jest. ts-jest leaves `.mts` files as ES modules, which jest can only run
 * behind an experimental flag; here they become CommonJS like the sources they test.
 */
module.exports = {
	process(source, file) {
		const { outputText } = ts.transpileModule(source, {
			fileName: file.replace(/\.mts$/, '.ts'),
			compilerOptions: {
				target: ts.ScriptTarget.ES2023,
				module: ts.ModuleKind.CommonJS,
				esModuleInterop: true,
				inlineSourceMap: true,
			},
		});
		return { code: outputText };
	},
};
